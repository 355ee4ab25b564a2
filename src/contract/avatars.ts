/** The avatars, in display order; an id is also the name of its image file (`seed/images/avatars`). */
export const AVATARS = [
  'junk',
  'tram',
  'ferry',
  'lighthouse',
  'neon',
  'milktea',
  'mahjong',
  'radio',
  'umbrella',
  'crane',
  'goldfish',
  'lion',
  'kid-bao',
  'kid-siumai',
  'kid-milktea',
  'kid-tram',
  'kid-ferry',
  'kid-cat',
  'kid-rabbit',
  'kid-owl',
  'kid-dolphin',
  'kid-dragon',
  'kid-carrot',
  'kid-cloud',
] as const
export type AvatarId = (typeof AVATARS)[number]

/** The avatar of a new account's first profile. */
export const DEFAULT_AVATAR: AvatarId = 'junk'

/** Whether an avatar is drawn for children. Any profile may use it. */
export const isKidsAvatar = (avatarId: AvatarId): boolean => avatarId.startsWith('kid-')

export const isAvatar = (avatarId: string): avatarId is AvatarId => AVATARS.includes(avatarId as AvatarId)
