import hongKong from 'opencc-js/dict/HKVariants'
import japanese from 'opencc-js/dict/JPShinjitaiCharacters'
import toTraditional from 'opencc-js/dict/STCharacters'
import toSimplified from 'opencc-js/dict/TSCharacters'
import taiwan from 'opencc-js/dict/TWVariants'
import { createRequire } from 'node:module'

/** Japanese forms that are Chinese characters of another meaning. */
const NOT_JAPANESE = new Set('予芸弁欠缶余')

/** Groups of Unihan variants that the tables lack, each found by its first character. Not those that are other words or surnames: 沈 and 沉. */
const VARIANTS =
  '着著 你妳 只祇衹隻 叙敍敘 台枱 果菓 线綫 里裏裡 嘴咀 床牀 群羣 峰峯 面麪 恒恆 启啓啟 峒峝 ' +
  '妆妝粧 了瞭 伞傘繖 喂餵餧 姊姉 侄姪 冤寃 匆怱悤 拿拏 扫掃埽 暖煖 昵暱 朵朶 村邨 棋碁棊 愣楞 焰燄 猿猨 琉瑠 瓶缾 ' +
  '苏蘇甦 炮砲礮 秋秌 窗窻窓牕 糕餻 骂罵傌 翱翺 耀燿曜 胁脅脇 麻蔴 蝶蜨 虾蝦鰕 裸躶 宴讌 仇讎讐 辉輝煇 回廻囘 遍徧 ' +
  '邻鄰隣 酬酧醻 锁鎖鎻 熔鎔 铲鏟剗 堤隄 雁鴈 飘飄飃 鬃騌 斗鬥鬪鬭鬬 鹅鵝鵞 莺鶯鸎 和龢 仙僊 偷偸 剩賸 劫刦刧 参參叅 咒呪 ' +
  '喧諠 尝嘗嚐甞 壶壺壷 淫婬 学學斈 寨砦 宝寶寳 寇冦 幡旛 幕幙 彻徹澈 恍怳 惭慚慙 憩憇 懒懶嬾 戏戲戱 拓搨 捷㨗 敕勑 彬斌 ' +
  '朗烺 柏栢 棕椶 棹櫂 枪槍鎗 桥橋槗 污汙汚 浚濬 涩澀澁 灾災烖 照炤 墙牆廧 琅瑯 瓷磁 亩畝畆 疏疎 皓皜 碗椀盌 稚穉 筱篠 ' +
  '藤籐 粗麤 扎紮紥 绵綿緜 罐鑵 聪聰聦 胸胷 舔餂 盖蓋葢 蕊蘂蕋 裤褲袴 觅覓覔 讹訛譌 趁趂 踏蹋 软軟輭 乃迺 逼偪 闹閙鬧 ' +
  '阱穽 隶隸隷 韧韌靭 颐頤頣 驳駁駮 驼駝駞 验驗騐 鬓鬢鬂 鳌鰲鼇 鼓皷 龙龍龒 咬齩 喷噴歕 塔墖 姻婣 峨峩 岗崗 携攜擕 ' +
  '敛斂歛 札剳 楫檝 欢歡懽讙 浣澣 涧澗磵 笺牋箋 獐麞 略畧 愈癒瘉 砧碪 碱鹻 矿礦鑛 粘黏 耕畊 膳饍 菇菰 葬塟 蹄蹏 躁趮 遁遯 ' +
  '链鏈鍊錬 闭閉閇 鞘韒 饮飲飮 鲜鮮鱻 宁寧甯 奇竒 函圅 冰氷 匹疋 厄戹 晰晳 樽罇 潜潛濳 獾貛 祐佑 稿稾槀 窑窯窰 羌羗 荔茘 ' +
  '虎乕 踩跴 隙隟 杂雜襍 韭韮 饭飯飰 帐帳賬账 粽糭 阔闊濶 凭憑凴 举舉擧 青靑 清淸 乡鄉鄕 佩珮 体體軆 达達逹 捶搥 馈饋餽 ' +
  '耽躭 麟麐 券劵 ' +
  '皋臯皐 赃贓賍 丘坵 并並竝 值値 凡凢 兔兎 勖勗 叫呌 哲喆悊 嗅齅 器噐 嚎嗥嘷 啸嘯歗 圭珪 坤堃 阶階堦 场場塲 坞塢隖 婿壻 奕弈 妒妬 妊姙 娱娛娯 妩嫵娬 ' +
  '宜宐 崎碕嵜 嵩崧 帆颿 纸紙帋 帮幫幇 迪廸 迫廹 往徃 怪恠 德悳 恿慂 户戶戸 拖拕 掏搯 揪揫 映暎 望朢 明朙 楠枏枬 柳栁 梅槑 梨棃 气氣炁 涅湼 炯烱 锻鍛煅 煮煑 熙熈 ' +
  '犁犂 玳瑇 珍珎 瑙碯 砖磚甎 瓮甕罋 登豋 睹覩 耗秏 谷穀糓 算筭 箸筯 篡簒 糖餹 糟醩 纠糾糺 襁繈 纤纖纎 羹羮 羁羈覊 腮顋 肠腸膓 腿骽 脍膾鱠 腊臘臈 豆荳 草艸 萱蘐 ' +
  '萼蕚 薯藷 蚊蟁螡 蛔蚘 蜂蠭 蚁蟻螘 蟹蠏 襟衿 袜襪韈 腼覥靦 质質貭 宾賓賔 贤賢贒 躲躱 辄輒輙 逃迯 鸩鴆酖 釜鬴 铅鉛鈆 锄鋤鉏 铁鐵銕 锹鍬鍫 钻鑽鑚 哄鬨閧 靴鞾 额額頟 ' +
  '饰飾餙 饼餅餠 餐飡歺 馄餛餫 鳖鱉鼈 鳝鱔鱓 鳅鰍鰌 鲨鯊魦 庞龐龎 笑咲 国國囯 颦顰嚬 玺璽壐 坑阬 坎埳 奔犇 奶嬭 妙玅 戚慼慽 扼搤 淆殽 毗毘 抵牴觝 豺犲 茲玆 癫癲瘨 皎皦 焊銲釬 ' +
  '喜囍 岛島嶋 告吿 喻喩 榨搾 彝彜 款欵 跺跥 樯檣艢'

/** Phrases would make a prefix differ from its title, and are skipped. */
const tableOf = (text: string): Map<string, string> =>
  new Map(text.split('|').map((row) => row.split(' ') as [string, string]))

const simplified = tableOf(toSimplified)
const traditional = tableOf(toTraditional)

/** Without characters that are their own canonical form. */
const canonical: ReadonlyMap<string, string> = buildCanonical()

function buildCanonical(): Map<string, string> {
  const forms = new Map<string, string>()
  const formOf = (character: string): string => {
    const known = forms.get(character) ?? simplified.get(character)
    if (known !== undefined) return known
    const full = traditional.get(character)
    return full === undefined ? character : (simplified.get(full) ?? character)
  }
  const setForm = (character: string, form: string): void => {
    if (character !== form) forms.set(character, form)
  }
  for (const [character, form] of simplified) setForm(character, form)
  for (const character of traditional.keys()) setForm(character, formOf(character))
  for (const [standard, variant] of [...tableOf(hongKong), ...tableOf(taiwan)]) setForm(variant, formOf(standard))
  for (const [modern, full] of tableOf(japanese)) {
    if (!NOT_JAPANESE.has(modern) && !simplified.has(modern)) setForm(modern, formOf(full))
  }
  for (const [form = '', ...others] of VARIANTS.split(' ').map((group) => [...group]))
    for (const character of others) setForm(character, formOf(form))
  return forms
}

/** One form for traditional, simplified and variant characters. */
export function foldCharacters(text: string): string {
  let folded = ''
  for (const character of text) folded += canonical.get(character) ?? character
  return folded
}

/** UTF-16 units, in the index and in queries. */
export const KEY_MAX = 48

/** Characters; the rest is ignored. */
export const QUERY_MAX = 100

/** A Han character, or a run of other letters and digits. `isApart`: separated from the unit before. */
export type Unit = { readonly text: string; readonly isHan: boolean; readonly isApart?: boolean }

/** Unicode does not decompose these. */
const LETTERS: Readonly<Record<string, string>> = { ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th' }

/** Folds compatibility forms, case, diacritics, `&`, apostrophes and Chinese variants. Keeps word boundaries. */
export function normalize(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/['’‘`´ʼ]/g, '')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replaceAll(/[øßæœłđðþ]/g, (letter) => LETTERS[letter] ?? letter)
  return foldCharacters(plain)
}

const LETTER = /[\p{L}\p{N}]/u
const HAN = /\p{Script=Han}/u

/** Other characters separate words. */
export function unitsOf(normalized: string): Unit[] {
  const units: Unit[] = []
  let word = ''
  let isApart = false
  const add = (text: string, isHan: boolean) => {
    units.push(isApart ? { text, isHan, isApart } : { text, isHan })
    isApart = false
  }
  const endWord = () => {
    if (word !== '') add(word, false)
    word = ''
  }
  for (const character of normalized) {
    if (HAN.test(character)) {
      endWord()
      add(character, true)
    } else if (LETTER.test(character)) word += character
    else {
      endWord()
      isApart = units.length > 0
    }
  }
  endWord()
  return units
}

/** Joined: "spider man", "spider-man" and "spiderman" are equal. */
export const keyOf = (units: readonly Unit[]): string => cut(units.map(({ text }) => text).join(''))

/** Never splits a surrogate pair. */
export const cut = (key: string): string =>
  key.length <= KEY_MAX ? key : key.slice(0, KEY_MAX).replace(/[\uD800-\uDBFF]$/, '')

export const readUnits = (text: string): Unit[] => unitsOf(normalize(text))

/** Runs of Han characters, across separators unless `split`, and other words. */
export function partsOf(units: readonly Unit[], { split = false } = {}): Unit[] {
  const parts: Unit[] = []
  let isInRun = false
  for (const { text, isHan, isApart = false } of units) {
    const last = parts.at(-1)
    if (isHan && isInRun && last && !(split && isApart)) parts[parts.length - 1] = { text: last.text + text, isHan }
    else parts.push({ text, isHan })
    isInRun = isHan
  }
  return parts
}

/** Characters and bigrams. */
export function gramsOf(run: string): string[] {
  const characters = [...run]
  return characters.flatMap((character, at) => {
    const next = characters[at + 1]
    return next === undefined ? [character] : [character, character + next]
  })
}

const require = createRequire(import.meta.url)
let library: typeof import('to-jyutping') | undefined

/** Loaded on first use: the library takes a quarter of the start of a process. */
function candidatesOf(text: string): [string, string[]][] {
  library ??= require('to-jyutping') as typeof import('to-jyutping')
  return library.getJyutpingCandidates(text)
}

/** Per character; later candidates are mostly noise. */
const OTHER_READINGS = 2

/** Without tone; a word that is not Chinese stands for itself. */
export type Syllable = { readonly sound: string; readonly others: readonly string[] }

/** Empty without a Chinese character. */
export function syllablesOf(text: string): Syllable[] {
  const characters = candidatesOf(text.toWellFormed().normalize('NFKC'))
  if (characters.every(([, readings]) => readings.length === 0)) return []
  const syllables: Syllable[] = []
  let other = ''
  const endOther = () => {
    for (const { text: word, isHan } of readUnits(other)) if (!isHan) syllables.push({ sound: word, others: [] })
    other = ''
  }
  for (const [character, readings] of characters) {
    if (readings.length === 0) {
      other += character
      continue
    }
    endOther()
    const [sound = '', ...others] = [...new Set(readings.map((reading) => reading.replaceAll(/[^a-z]/g, '')))]
    syllables.push({ sound, others: others.slice(0, OTHER_READINGS) })
  }
  endOther()
  return syllables
}

/** "mou4 gaan3 ciu4"; empty without a Chinese character. */
export function readJyutping(text: string): string {
  return candidatesOf(text.toWellFormed())
    .flatMap(([, [reading]]) => reading ?? [])
    .join(' ')
}

/** "mou4gaan3dou6" is "mougaandou". Other digits stay. */
export const withoutTones = (key: string): string => key.replaceAll(/([a-z])[1-6](?=$|[a-z])/g, '$1')
