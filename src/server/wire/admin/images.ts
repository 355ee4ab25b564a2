import * as endpoints from '#contract/admin/images.ts'
import { bindAdmin } from './bind.ts'

export const images = bindAdmin(endpoints, ({ findFrames }) => ({
  frames: async ({ programGuid }) => ({ list: (await findFrames(programGuid)).map((image) => ({ image })) }),
}))
