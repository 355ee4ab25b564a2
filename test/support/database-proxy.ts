import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to the database, which may change what clients send. While `lost` is true it forwards nothing and closes nothing, like a lost network. */
export async function openDatabaseProxy(databaseUrl: string, change = (bytes: Buffer): Buffer => bytes) {
  const network = { lost: false }
  const sockets: Socket[] = []
  const url = new URL(databaseUrl)
  const { hostname, port, searchParams } = url
  const socketDir = searchParams.get('host')
  const database = socketDir
    ? { path: `${socketDir}/.s.PGSQL.${searchParams.get('port')}` }
    : { host: hostname, port: Number(port) }
  const server = createServer((client) => {
    const upstream = connect(database)
    sockets.push(client, upstream)
    const forward = (from: Socket, to: Socket, changed = (bytes: Buffer) => bytes) =>
      from
        .on('data', (bytes: Buffer) => void (network.lost || to.write(changed(bytes))))
        .on('error', () => undefined)
        .on('close', () => void (network.lost || to.end()))
    forward(client, upstream, change)
    forward(upstream, client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url.search = ''
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: url.href, network, close }
}
