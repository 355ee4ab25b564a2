/** Superuser of the embedded cluster, and the name of Harbour's database. Used to create, repair and migrate it only. */
export const OWNER = 'harbour'

/** The role that the service and its commands use. Owns the database; not a superuser. */
export const SERVICE = 'harbour_service'

/**
 * The role that owns the tables of the ledger that may only grow. Nobody logs in as it; the service's role may take it for a migration,
 * and has none of its rights otherwise.
 */
export const LEDGER_OWNER = 'harbour_ledger'

/** Address of the server: a Unix socket in the cluster's folder, or a loopback port where sockets are not possible. */
export type Address = { socketDir: string } | { port: number }

/** Inputs of the server's command line. `durable: false` disables fsync, for tests only. */
export type LaunchPlan = { clusterDir: string; address: Address; durable: boolean }

/** Port number in the socket's file name. Nothing listens on it. */
export const SOCKET_PORT = 5432

/**
 * Maximum length of a Unix socket path in bytes without the terminating zero: sun_path is 108 bytes on Linux and 104
 * on macOS.
 */
const SOCKET_PATH_MAX = { linux: 107, darwin: 103 } as const

/** Whether the path of a socket in this folder fits the system's limit. Windows always uses a port. */
export function fitsSocket(dir: string, platform: NodeJS.Platform): boolean {
  const max = platform === 'linux' || platform === 'darwin' ? SOCKET_PATH_MAX[platform] : 0
  return Buffer.byteLength(`${dir}/.s.PGSQL.${SOCKET_PORT}`) <= max
}

/**
 * Arguments of `postgres`. All settings are on the command line, so that they can be compared with those of a running
 * server.
 */
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
    // All queries are short: JIT compilation costs more than it saves.
    jit: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return ['-D', clusterDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Connection string of Harbour's database for `pg` and libpq. */
export function connectionString(address: Address, password: string, role: string = OWNER): string {
  const url = new URL(`postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1/${OWNER}`)
  if ('port' in address) url.port = String(address.port)
  else {
    url.hostname = 'localhost'
    url.searchParams.set('host', address.socketDir)
    url.searchParams.set('port', String(SOCKET_PORT))
  }
  return url.href
}

/** The line that PostgreSQL stores in postmaster.opts for these arguments, without the program. */
export function optionsLine(args: readonly string[]): string {
  return args.map((argument) => `"${argument}"`).join(' ')
}

// This setting is a list, so names with a comma or space must be quoted.
function quoteList(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}
