import type { LocalizedText } from '#server/domains/catalogue/index.ts'

/** Words in both languages, as `漢字 English` separated by commas. */
const pairs = (text: string): LocalizedText[] =>
  text.split(',').map((pair) => {
    const [zh = '', ...en] = pair.trim().split(' ')
    return { zh, en: en.join(' ') }
  })

const QUALITIES = pairs(
  '午夜 Midnight, 清晨 Dawn, 雨中 Rainy, 遙遠 Distant, 沉默 Silent, 最後 Last, 失落 Lost, 金色 Golden, 銀色 Silver, 紅色 Crimson, 藍色 Blue, 隱形 Invisible, ' +
    '飛行 Flying, 燃燒 Burning, 冰封 Frozen, 破碎 Broken, 溫柔 Gentle, 瘋狂 Mad, 秘密 Secret, 永恆 Eternal, 孤獨 Lonely, 沸騰 Boiling, 迷霧 Misty, 深海 Deep Sea, ' +
    '高空 Skyward, 地下 Underground, 離島 Island, 舊城 Old Town, 北角 North Point, 西環 Western, 濠江 Harbour, 南灣 South Bay, 霓虹 Neon, 玻璃 Glass, 紙造 Paper, 鋼鐵 Steel, ' +
    '第七 Seventh, 雙生 Twin, 流浪 Wandering, 歸來 Returning, 月下 Moonlit, 夏日 Summer, 寒冬 Winter, 春天 Spring, 秋夜 Autumn, 失眠 Sleepless, 無聲 Soundless, 倒轉 Reversed',
)

const THINGS = pairs(
  '電車 Tram, 渡輪 Ferry, 燈塔 Lighthouse, 偵探 Detective, 廚師 Chef, 醫生 Doctor, 信差 Messenger, 樂隊 Band, 球隊 Team, 劇團 Troupe, 茶室 Tea Room, 天台 Rooftop, ' +
    '走廊 Corridor, 碼頭 Pier, 隧道 Tunnel, 機場 Airport, 學校 School, 圖書館 Library, 戲院 Cinema, 市集 Market, 街坊 Neighbours, 家書 Letters, 約定 Promise, 遊戲 Game, ' +
    '賭局 Wager, 婚禮 Wedding, 旅程 Journey, 追蹤 Chase, 證人 Witness, 替身 Double, 守護者 Guardian, 獵人 Hunter, 舞者 Dancer, 歌手 Singer, 畫家 Painter, 時鐘 Clock, ' +
    '鑰匙 Key, 地圖 Map, 鏡子 Mirror, 風箏 Kite, 貓兒 Cat, 老虎 Tiger, 海豚 Dolphin, 飛龍 Dragon, 白鴿 Dove, 森林 Forest, 沙漠 Desert, 雪山 Mountain, ' +
    '花園 Garden, 河流 River, 星空 Stars, 颱風 Typhoon, 火焰 Flame, 影子 Shadow, 回音 Echo, 夢境 Dream, 密碼 Cipher, 寶藏 Treasure, 王國 Kingdom, 小隊 Squad, ' +
    '公寓 Apartment, 列車 Train, 單車 Bicycle, 招牌 Signboard',
)

/** Each makes another title of the same two words. */
const FORMS: readonly ((quality: LocalizedText, thing: LocalizedText) => LocalizedText)[] = [
  (q, t) => ({ zh: `${q.zh}${t.zh}`, en: `${q.en} ${t.en}` }),
  (q, t) => ({ zh: `${q.zh}的${t.zh}`, en: `The ${q.en} ${t.en}` }),
  (q, t) => ({ zh: `再見${q.zh}${t.zh}`, en: `Goodbye ${q.en} ${t.en}` }),
  (q, t) => ({ zh: `尋找${q.zh}${t.zh}`, en: `Finding the ${q.en} ${t.en}` }),
  (q, t) => ({ zh: `${q.zh}${t.zh}物語`, en: `Tales of the ${q.en} ${t.en}` }),
  (q, t) => ({ zh: `${q.zh}${t.zh}檔案`, en: `The ${q.en} ${t.en} Files` }),
  (q, t) => ({ zh: `我的${q.zh}${t.zh}`, en: `My ${q.en} ${t.en}` }),
  (q, t) => ({ zh: `${q.zh}${t.zh}之謎`, en: `Mystery of the ${q.en} ${t.en}` }),
  (q, t) => ({ zh: `${q.zh}${t.zh}前傳`, en: `${q.en} ${t.en}: The Beginning` }),
  (q, t) => ({ zh: `${q.zh}${t.zh}與我`, en: `The ${q.en} ${t.en} and I` }),
  (q, t) => ({ zh: `${q.zh}${t.zh}日記`, en: `Diary of a ${q.en} ${t.en}` }),
  (q, t) => ({ zh: `追憶${q.zh}${t.zh}`, en: `Remembering the ${q.en} ${t.en}` }),
  (q, t) => ({ zh: `${q.zh}${t.zh}風雲`, en: `Rise of the ${q.en} ${t.en}` }),
  (q, t) => ({ zh: `${q.zh}${t.zh}奇遇`, en: `Adventures of the ${q.en} ${t.en}` }),
  (q, t) => ({ zh: `${q.zh}${t.zh}學堂`, en: `${q.en} ${t.en} Academy` }),
  (q, t) => ({ zh: `${q.zh}${t.zh}情緣`, en: `Love and the ${q.en} ${t.en}` }),
  (q, t) => ({ zh: `${q.zh}${t.zh}行動`, en: `Operation ${q.en} ${t.en}` }),
  (q, t) => ({ zh: `${q.zh}${t.zh}食譜`, en: `Recipes of the ${q.en} ${t.en}` }),
]

const NAMES = QUALITIES.length * THINGS.length * FORMS.length
/** Prime, and no factor of `NAMES`: neighbours in the numbering have nothing in common. */
const STRIDE = 15_485_863

/** The name of a title by its number; different for every number. */
export function titleName(n: number): LocalizedText {
  const at = (n * STRIDE) % NAMES
  const quality = QUALITIES[at % QUALITIES.length]!
  const rest = Math.floor(at / QUALITIES.length)
  const thing = THINGS[rest % THINGS.length]!
  const name = FORMS[Math.floor(rest / THINGS.length)]!(quality, thing)
  const part = Math.floor(n / NAMES) + 1
  return part === 1 ? name : { zh: `${name.zh}${part}`, en: `${name.en} ${part}` }
}

const FAMILY_NAMES = pairs(
  '陳 Chan, 李 Lee, 黃 Wong, 張 Cheung, 梁 Leung, 林 Lam, 何 Ho, 劉 Lau, 吳 Ng, 蔡 Choi, 鄭 Cheng, 楊 Yeung, 周 Chow, 葉 Yip, 馮 Fung, 曾 Tsang, 蕭 Siu, 鄧 Tang, ' +
    '許 Hui, 潘 Poon, 麥 Mak, 羅 Law, 郭 Kwok, 謝 Tse, 霍 Fok',
)
const FIRST = pairs(
  '霜 Seung, 澄 Ching, 樾 Yuet, 沚 Tsz, 珩 Hang, 嵐 Laam, 蕎 Kiu, 朔 Sok, 瀾 Lan, 棠 Tong, 祈 Kei, 冉 Yim, 汐 Jik, 梓 Zi, 昀 Wan, 恆 Hung, 芷 Chi, 灝 Ho',
)
const SECOND = pairs(
  '舟 Chau, 禾 Wo, 琛 Sam, 瑜 Yu, 岸 Ngon, 笙 Sang, 穗 Sui, 弦 Yin, 舫 Fong, 宸 San, 淇 Kei, 桐 Tung, 鳶 Yuen, 柏 Pak, 堯 Yiu, 茗 Ming, 峯 Fung, 曦 Hei',
)
const PEOPLE = FAMILY_NAMES.length * FIRST.length * SECOND.length
const PEOPLE_STRIDE = 7_919

/** The name of an invented person by its number; different for 8 100 of them. */
export function personName(n: number): LocalizedText {
  const at = (n * PEOPLE_STRIDE) % PEOPLE
  const family = FAMILY_NAMES[at % FAMILY_NAMES.length]!
  const rest = Math.floor(at / FAMILY_NAMES.length)
  const first = FIRST[rest % FIRST.length]!
  const second = SECOND[Math.floor(rest / FIRST.length)]!
  return {
    zh: `${family.zh}${first.zh}${second.zh}`,
    en: `${family.en} ${first.en} ${second.en}`,
  }
}

/** What titles are tagged with. */
export const TAGS = pairs(
  '懸疑 Mystery, 警匪 Police, 美食 Food, 運動 Sport, 音樂 Music, 校園 School life, 職場 Workplace, 歷史 History, 武俠 Wuxia, 科幻 Science fiction, 動物 Animals, 旅遊 Travel, ' +
    '醫療 Medical, 法庭 Courtroom, 海洋 Sea, 太空 Space, 時裝 Fashion, 節慶 Festivals, 鬼怪 Ghosts, 推理 Whodunit, 成長 Coming of age, 友情 Friendship, 復仇 Revenge, 尋寶 Treasure hunt, ' +
    '颱風 Typhoons, 渡輪 Ferries, 電車 Trams, 舞蹈 Dance, 動畫 Animation, 紀錄片 Documentary, 短片 Shorts, 改編 Adaptation, 賀歲 New Year, 經典 Classic, 獨立製作 Independent, 黑色幽默 Black comedy, ' +
    '時空 Time travel, 間諜 Spies, 偶像 Idols, 街坊 Neighbourhood',
)

/** How a description of any title begins and ends. */
export const DESCRIPTION = {
  zh: ['一個', '的故事：', '在港澳兩地之間，眾人必須在限期之前作出抉擇。'],
  en: ['A story of', ':', 'between Hong Kong and Macau, everyone has to choose before time runs out.'],
} as const
