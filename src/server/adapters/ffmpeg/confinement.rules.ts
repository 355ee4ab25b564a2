import { dirname, join } from 'node:path'

/** Besides the system's libraries. Absolute paths. */
export type Access = {
  read?: readonly string[]
  write?: readonly string[]
}

export type ConfinedRun = Access & {
  /** Absolute, without symbolic links. */
  program: string
  args: readonly string[]
  cwd?: string | undefined
}

export type ConfinementFacts = {
  /** `bwrap` or `unshare`, absolute. */
  tool: string
  /** Never visible, even below a visible folder: the data folder. */
  hidden: readonly string[]
  /** Empty; the new root is mounted on it (unshare only). */
  root: string
  isRoot: boolean
}

/** Missing paths are left out. */
const SYSTEM = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/nix/store',
  '/etc/ld.so.cache',
  '/etc/alternatives',
]
/** The service's own may lead to invisible folders. */
const SYSTEM_PATH = '/usr/sbin:/usr/bin:/sbin:/bin'
/** Encoders count the processors here. */
const PROCESSORS = '/sys/devices/system'
const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom']
const TMPFS_BYTES = 64_000_000

/** With the libraries that a package puts beside its `bin`. */
const ownFiles = (program: string): string[] =>
  /\/bin\/[^/]+$/.test(program) ? [program, join(dirname(dirname(program)), 'lib')] : [program]

/** By bubblewrap: the system's libraries, the program and its inputs read-only, its output folders; no other file, process or network. */
export function bwrapCommand({ tool, hidden, isRoot }: ConfinementFacts, run: ConfinedRun): string[] {
  const { program, args, read = [], write = [], cwd } = run
  const visible = [...SYSTEM, PROCESSORS, ...ownFiles(program)]
  return [
    tool,
    ...(isRoot
      ? [
          '--unshare-ipc',
          '--unshare-pid',
          '--unshare-net',
          '--unshare-uts',
          '--cap-drop',
          'ALL',
          '--cap-add',
          'CAP_DAC_OVERRIDE',
        ]
      : ['--unshare-all', '--cap-drop', 'ALL']),
    '--die-with-parent',
    '--new-session',
    '--setenv',
    'PATH',
    SYSTEM_PATH,
    ...visible.flatMap((path) => ['--ro-bind-try', path, path]),
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    ...hidden.flatMap((path) => ['--tmpfs', path]),
    '--ro-bind-try',
    program,
    program,
    ...read.flatMap((path) => ['--ro-bind', path, path]),
    ...write.flatMap((path) => ['--bind', path, path]),
    '--chdir',
    cwd ?? '/',
    '--',
    program,
    ...args,
  ]
}

/**
 * The same by `unshare`, `mount` and `pivot_root` of util-linux. An ordinary account becomes root of a user namespace to mount; `setpriv`
 * then drops every capability. Root keeps its own namespace, and only the capability to read other accounts' sources.
 */
export function unshareCommand({ tool, hidden, root, isRoot }: ConfinementFacts, run: ConfinedRun): string[] {
  const { program, args, read = [], write = [], cwd } = run
  const paths = (list: readonly string[]) => shellLine(list)
  const script = [
    'set -e',
    `PATH=${SYSTEM_PATH}`,
    `root=${shellLine([root])}`,
    `mount -t tmpfs -o mode=755,size=${TMPFS_BYTES} harbour "$root"`,
    // A folder or a file, as the source is.
    'show() {',
    '  [ -e "$1" ] || return 0',
    '  if [ -d "$1" ]; then mkdir -p "$root$1"; else mkdir -p "$root$(dirname "$1")"; [ -e "$root$1" ] || : > "$root$1"; fi',
    '  mount --rbind "$1" "$root$1"',
    '}',
    // A mount's own flags may forbid it: file permissions protect it then.
    'read_only() { show "$1"; [ ! -e "$1" ] || mount -o remount,bind,ro "$root$1" 2>/dev/null || :; }',
    `for path in ${paths([...SYSTEM, PROCESSORS, ...ownFiles(program)])}; do read_only "$path"; done`,
    `for path in ${paths(DEVICES)}; do show "$path"; done`,
    'mkdir -p "$root/tmp"',
    ...hidden.map(
      (path) => `if [ -d "$root"${shellLine([path])} ]; then mount -t tmpfs harbour "$root"${shellLine([path])}; fi`,
    ),
    `for path in ${paths([program, ...read])}; do read_only "$path"; done`,
    ...(write.length > 0 ? [`for path in ${paths(write)}; do show "$path"; done`] : []),
    // umount reads /proc, which shows this namespace only where the machine allows to mount it.
    'mkdir "$root/outside" "$root/proc"',
    'mount -t proc proc "$root/proc" 2>/dev/null || mount --rbind /proc "$root/proc"',
    'cd "$root"',
    'pivot_root . outside',
    'umount -l /outside',
    'umount -l /proc',
    'rmdir /outside',
    `cd ${shellLine([cwd ?? '/'])}`,
    `exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all${isRoot ? ',+dac_override' : ''} "$@"`,
  ].join('\n')
  return [
    tool,
    ...(isRoot ? [] : ['--map-root-user']),
    '--mount',
    '--pid',
    '--fork',
    '--kill-child=SIGKILL',
    '--net',
    '--ipc',
    '/bin/sh',
    '-c',
    script,
    'sh',
    program,
    ...args,
  ]
}

/** POSIX quoting. */
export function shellLine(args: readonly string[]): string {
  return args
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ')
}
