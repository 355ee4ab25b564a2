/** In display order; an id is also the name of its image file (`seed/images/avatars`). */
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

export const DEFAULT_AVATAR: AvatarId = 'junk'

export const isKidsAvatar = (avatarId: AvatarId): boolean => avatarId.startsWith('kid-')

export const isAvatar = (avatarId: string): avatarId is AvatarId => AVATARS.includes(avatarId as AvatarId)
