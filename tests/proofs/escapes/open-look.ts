/**
 * A program that looks from within for whatever was open outside: descriptors, folders, input, terminal, variables, keys, sockets and
 * shared memory. A file of outside is told by its mount, which is none of the sandbox's.
 */

/**
 * For Perl. Arguments: the canary, the folder it stands in, a key of shared memory, the number of the call `keyctl`, the network (1: of the
 * sandbox's own), and a relay (1: a program of ours runs inside, with pipes and sockets of its own). Says `tried <count> <what>`, and `through <what>: <what was seen>`.
 */
export const OPEN_LOOK = `
use strict; use Socket;
my ($canary, $folder, $shared, $keyctl, $alone, $relay) = @ARGV;
my (%tried, %mounts);
sub tried { my ($what, $seen) = @_; $tried{$what}++; print "through $what: $seen\\n" if defined $seen; }
sub text { my ($path) = @_; open(my $file, "<", $path) or return ""; local $/; my $all = <$file>; return $all // ""; }
sub names { my ($path) = @_; opendir(my $dir, $path) or return (); return grep { !/^\\.\\.?$/ } readdir $dir; }
$mounts{(split)[0]} = 1 for split /\\n/, text("/proc/self/mountinfo");
for my $process (grep { /^\\d+$/ } names("/proc")) {
  my $at = "/proc/$process";
  for my $fd (names("$at/fd")) {
    my $is = readlink("$at/fd/$fd") // next;
    my ($mount) = text("$at/fdinfo/$fd") =~ /^mnt_id:\\s*(\\d+)/m;
    my $given = $is =~ m{^/} ? ($mounts{$mount // ""} || $is =~ m{/loopwright-nothing-} && (stat "$at/fd/$fd")[3] == 0)
      : $relay || ($is =~ /^(socket|pipe):/ ? $fd <= 2 : $is eq "anon_inode:[eventfd]");
    tried("descriptors", $given ? undef : "$fd is $is");
    tried("texts of descriptors", text("$at/fd/$fd") =~ /\\Q$canary/ ? "$fd" : undef) if -f "$at/fd/$fd";
    tried("devices by descriptors", chmod((stat _)[2] & 07777, "$at/fd/$fd") ? "$fd is $is" : undef) if -c "$at/fd/$fd";
  }
  for my $name ("cwd", "root") {
    my $is = readlink("$at/$name") // next;
    tried("folders of processes", $is eq "/" || $is eq $folder ? undef : "$name is $is");
  }
  tried("variables", text("$at/environ") =~ /\\Q$canary/ ? "of process $process" : undef);
  tried("command lines", text("$at/cmdline") =~ /\\Qstarted-$canary/ ? "of process $process" : undef);
}
tried("input", do { local $/; <STDIN> // "" } =~ /\\Q$canary/ ? "the canary" : undef);
tried("terminals", open(my $terminal, "+<", "/dev/tty") ? "/dev/tty" : undef);
tried("lists of keys", text($_) ne "" ? $_ : undef) for "/proc/keys", "/proc/key-users";
tried("keys", syscall($keyctl, 0, -3, 0) > 0 ? "the session's keyring" : undef);
socket(my $socket, AF_UNIX, SOCK_STREAM, 0);
tried("sockets", connect($socket, pack("S", AF_UNIX) . "\\0$canary") ? "an abstract one" : undef) if $alone;
tried("shared memory", defined shmget($shared, 1, 0) ? "a segment" : undef);
print "tried $tried{$_} $_\\n" for keys %tried;
`;
