import { createServer } from 'node:http'

/**
 * The least that a server of Node behind nginx can do: it names the file of every request (X-Accel-Redirect) and nothing
 * else. Started by bench/segments as a child process. Argument: the internal location. Sends the port to its parent.
 */
const [accelPrefix = ''] = process.argv.slice(2)

const server = createServer({ optimizeEmptyRequests: true }, (request, response) => {
  response.writeHead(200, {
    'content-type': 'video/iso.segment',
    'content-length': '0',
    'x-accel-redirect': accelPrefix + (request.url ?? '').slice(1),
  })
  response.end()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined, base: '/a/bench/' })
})
process.once('disconnect', () => process.exit(0))
