import type { AvatarId } from '#contract/avatars.ts'

/** What the avatars show, for those who hear them. */
export const avatars: Record<AvatarId, string> = {
  junk: '紅帆船',
  tram: '雨夜電車',
  ferry: '夜渡輪',
  lighthouse: '燈塔',
  neon: '霓虹招牌',
  milktea: '凍奶茶',
  mahjong: '麻雀牌',
  radio: '收音機',
  umbrella: '紅雨傘',
  crane: '仙鶴',
  goldfish: '金魚',
  lion: '醒獅',
  'kid-bao': '包包',
  'kid-siumai': '燒賣仔',
  'kid-milktea': '奶茶仔',
  'kid-tram': '叮叮電車',
  'kid-ferry': '小輪仔',
  'kid-cat': '小貓',
  'kid-rabbit': '小兔',
  'kid-owl': '貓頭鷹',
  'kid-dolphin': '粉紅海豚',
  'kid-dragon': '小龍',
  'kid-carrot': '紅蘿蔔',
  'kid-cloud': '雲朵郵差',
}
