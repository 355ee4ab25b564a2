/** The role that owns everything in the embedded cluster, and the database that Harbour lives in. */
export const OWNER = 'harbour'

/** How the one server is reached: by a socket in its own folder, or by a loopback port where that cannot be. */
export type Address = { socketDir: string } | { port: number }

/** What decides the command line of the server. `durable: false` trades safety for speed, for tests only. */
export type LaunchPlan = { clusterDir: string; address: Address; durable: boolean }

/** The part of a socket's file name that the port decides; only the name depends on it, nothing listens there. */
export const SOCKET_PORT = 5432

/** Longest path of a Unix socket in bytes, without its closing zero: sun_path holds 108 on Linux and 104 on macOS. */
const SOCKET_PATH_MAX = { linux: 107, darwin: 103 } as const

/** Whether a socket in this folder fits the operating system's limit; Windows always takes a port. */
export function fitsSocket(dir: string, platform: NodeJS.Platform): boolean {
  const max = platform === 'linux' || platform === 'darwin' ? SOCKET_PATH_MAX[platform] : 0
  return Buffer.byteLength(`${dir}/.s.PGSQL.${SOCKET_PORT}`) <= max
}

/** The arguments of `postgres`. They are all on the command line so that a running server can be compared with them. */
export function launchArguments({ clusterDir, address, durable }: LaunchPlan): string[] {
  const settings: Record<string, string> = {
    ...('port' in address
      ? { port: String(address.port), listen_addresses: '127.0.0.1', unix_socket_directories: '' }
      : {
          port: String(SOCKET_PORT),
          listen_addresses: '',
          unix_socket_directories: quoteList(address.socketDir),
          unix_socket_permissions: '0700',
        }),
    shared_buffers: '128MB',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // Every query of ours is short: compiling it costs more than it saves.
    jit: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return ['-D', clusterDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** The connection string that `pg` and libpq both read. */
export function connectionString(address: Address, password: string, database: string = OWNER): string {
  const url = new URL(`postgresql://${OWNER}:${encodeURIComponent(password)}@127.0.0.1/${database}`)
  if ('port' in address) url.port = String(address.port)
  else {
    url.hostname = 'localhost'
    url.searchParams.set('host', address.socketDir)
    url.searchParams.set('port', String(SOCKET_PORT))
  }
  return url.href
}

/** The line that PostgreSQL keeps in postmaster.opts for these arguments, without the program in front. */
export function optionsLine(args: readonly string[]): string {
  return args.map((argument) => `"${argument}"`).join(' ')
}

// PostgreSQL reads this setting as a list, where a comma or a space in a name needs quotes.
function quoteList(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}
