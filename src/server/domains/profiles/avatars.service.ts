import { join } from 'node:path'
import { type AvatarId, AVATARS, DEFAULT_AVATAR, isAvatar } from '#contract/avatars.ts'
import type { AvatarImages } from './ports.ts'

export type AvatarsDeps = {
  pictures: AvatarImages
  /** Where the files stand. */
  folder: string
  /** A picture's key as an address. */
  imageUrl: (key: string) => string
}

export type Avatars = ReturnType<typeof createAvatars>

/** The addresses of all avatars. */
export type AvatarUrls = (avatarId: string) => string

/** The avatars: brought in once for the house, looked up once a process. */
export function createAvatars({ pictures, folder, imageUrl }: AvatarsDeps) {
  let known: Promise<ReadonlyMap<AvatarId, string>> | undefined
  return { bringIn, urls }

  /** Brings every avatar in; again it changes nothing. */
  async function bringIn(): Promise<ReadonlyMap<AvatarId, string>> {
    const brought = new Map<AvatarId, string>()
    for (const avatarId of AVATARS) {
      const file = join(folder, `${avatarId}.webp`)
      const key = await pictures.register({ file }, { name: `avatar-${avatarId}`, priority: 1 })
      brought.set(avatarId, imageUrl(key))
    }
    return brought
  }

  /** Where each avatar is; one that is no longer ours shows as the first. */
  async function urls(): Promise<AvatarUrls> {
    const brought = await (known ??= bringIn().catch(forgotten))
    return (avatarId) => brought.get(isAvatar(avatarId) ? avatarId : DEFAULT_AVATAR) ?? ''
  }

  /** What failed is tried again by the next who asks. */
  function forgotten(error: unknown): never {
    known = undefined
    throw error
  }
}
