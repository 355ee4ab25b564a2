/** Superuser, and the name of the database. Used to create, repair and migrate it only. */
export const OWNER = 'harbour'

/** Of the service and its commands. Owns the database; not a superuser. */
export const SERVICE = 'harbour_service'

/** Owns the ledger's tables that may only grow. It cannot log in; the service's role may take it for a migration only. */
export const LEDGER_OWNER = 'harbour_ledger'

/** A Unix socket in the cluster's folder, or a loopback port where sockets are not possible. */
export type Address = { socketDir: string } | { port: number }

/** `durable: false` disables fsync, for tests only. `settings`: of PostgreSQL, besides ours. */
export type LaunchPlan = {
  clusterDir: string
  address: Address
  durable: boolean
  settings?: Readonly<Record<string, string>> | undefined
}

/** In the socket's file name. Nothing listens on it. */
export const SOCKET_PORT = 5432

/** Bytes without the terminating zero: sun_path has 108 on Linux, 104 on macOS. */
const SOCKET_PATH_MAX = { linux: 107, darwin: 103 } as const

/** Windows always uses a port. */
export function fitsSocket(dir: string, platform: NodeJS.Platform): boolean {
  const max = platform === 'linux' || platform === 'darwin' ? SOCKET_PATH_MAX[platform] : 0
  return Buffer.byteLength(`${dir}/.s.PGSQL.${SOCKET_PORT}`) <= max
}

/** All settings are arguments, so that they can be compared with a running server's. */
export function launchArguments({ clusterDir, address, durable, settings }: LaunchPlan): string[] {
  const all: Record<string, string> = {
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
    ...settings,
  }
  return ['-D', clusterDir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** For `pg` and libpq. */
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

/** As in postmaster.opts, without the program. */
export function optionsLine(args: readonly string[]): string {
  return args.map((argument) => `"${argument}"`).join(' ')
}

// A list: names with a comma or space must be quoted.
function quoteList(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}
