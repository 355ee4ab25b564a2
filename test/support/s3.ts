// @ts-expect-error -- it comes without types
import S3rver from 's3rver'
import { createS3Store } from '#server/adapters/storage/s3-store.ts'

/** A store of objects below `prefix`, on an S3 server of its own that keeps them in `directory`. */
export async function openS3Store(directory: string, prefix = '') {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'media', configs: [] }],
  })
  const { port } = (await server.run()) as { port: number }
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const endpoint = `http://127.0.0.1:${port}`
  const store = createS3Store({ bucket: 'media', prefix, region: 'us-east-1', endpoint, credentials })
  const close = async () => {
    store.close()
    await server.close()
  }
  return { store, settings: { endpoint, ...credentials }, close }
}
