import * as endpoints from '#contract/image-uploads.ts'
import { bind } from '../bind.ts'

export const uploads = bind(endpoints, ({ uploads }) => ({
  uploadImage: async (viewer, { image }, { address }) => {
    const accountId = viewer.kind === 'member' ? viewer.accountId : undefined
    const { token, url, bytes, width, height, hadMetadata } = await uploads.receive(image, { address, accountId })
    return { imageToken: token, imageURL: url, width, height, bytes, metadataRemoved: hadMetadata }
  },
}))
