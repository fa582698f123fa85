/** Loaded before a Node action: a connection that would leave this machine throws, whoever of its packages makes it. */
const dgram = require("node:dgram");
const net = require("node:net");

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3}|\[::1\])$/i;

function refuseOutside(host) {
  const name = host ?? "localhost";
  if (!LOOPBACK.test(name)) throw new Error(`loopback guard: a connection to ${name} would leave this machine`);
}

/** `connect(options)`, `connect(port, host)`, `connect(path)`, and Node's own list of normalized arguments. */
function hostOf([first, second]) {
  if (Array.isArray(first)) return hostOf(first);
  if (typeof first === "object" && first !== null) return first.path === undefined || first.path === null ? first.host : undefined;
  return typeof second === "string" ? second : undefined;
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...given) {
  refuseOutside(hostOf(given));
  return connect.apply(this, given);
};

// A datagram's address is the last text among the arguments, before the callback.
for (const name of ["send", "connect"]) {
  const original = dgram.Socket.prototype[name];
  dgram.Socket.prototype[name] = function (...given) {
    const address = given.slice(1).findLast((each) => typeof each === "string");
    refuseOutside(address);
    return original.apply(this, given);
  };
}
