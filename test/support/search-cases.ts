/** What is typed, what has to come first, and what must not come at all. Titles are those of the demo catalogue. */
export type SearchCase = {
  kind: string
  typed: string
  /** `programId` of the title that is first; undefined where only `never` counts. */
  first?: string
  never?: readonly string[]
  kids?: boolean
  region?: string
}

const found = (kind: string, rows: string): SearchCase[] =>
  rows
    .trim()
    .split('\n')
    .map((row) => {
      const [typed = '', first = ''] = row.split('=').map((part) => part.trim())
      return { kind, typed, first }
    })

/** At least 80 cases: every script, Jyutping, initials, English, typos, people, mixed and kids. */
export const SEARCH_CASES: readonly SearchCase[] = [
  ...found(
    'traditional',
    `夜渡鯉魚門 = crossing
     鯉魚門 = crossing
     十三號碼頭 = pier
     風眼之下 = typhoon
     大帽山 = snow
     凍奶茶 = milktea
     寄往澳門 = letters
     二十九樓 = window29
     霓虹盡頭 = neon
     孤鶴 = crane
     通宵七號 = nightbus
     三炷香 = incense
     金魚街 = goldfish
     斑馬線 = zebra
     蛋撻 = eggtart
     鑊氣 = wok
     街坊唱到 = sing
     新馬路 = arcade
     棚上人間 = bamboo
     九龍二〇八八 = kln2088`,
  ),
  ...found(
    'simplified',
    `夜渡鲤鱼门 = crossing
     十三号码头 = pier
     风眼之下 = typhoon
     冻奶茶 = milktea
     二十九楼的灯 = window29
     霓虹尽头 = neon
     孤鹤行 = crane
     金鱼街八号 = goldfish
     斑马线奏鸣曲 = zebra
     镬气 = wok
     楼上的鼓声 = drums
     红线对岸 = redthread`,
  ),
  ...found(
    'variants',
    `鎖孔裡的四個人 = keyhole
     字裡香港 = letterforms
     金鱼街八號 = goldfish
     雲梯第五队 = ladder`,
  ),
  ...found(
    'jyutping',
    `jedouleijyumun = crossing
     sapsaamhoumaatau = pier
     fungngaan = typhoon
     daaimousaan = snow
     dungnaaicaa = milktea
     ngaihungzeontau = neon
     guhokhang = crane
     gamjyugaai = goldfish
     baanmaasin = zebra
     daantaat = eggtart`,
  ),
  ...found(
    'jyutping with tones',
    `je6dou6lei5jyu4mun4 = crossing
     daai6mou6saan1 = snow
     gam1jyu4gaai1 = goldfish
     gu1hok6hang4 = crane
     daan6taat1 = eggtart
     baan1maa5sin3 = zebra`,
  ),
  ...found(
    'initials',
    `jdljm = crossing
     dmshs = snow`,
  ),
  ...found(
    'english',
    `night crossing = crossing
     Pier Thirteen = pier
     kowloon 2088 = kln2088
     under the eye = typhoon
     on four = corridor
     last stop western = tram
     snow on tai mo = snow
     iced no sugar = milktea
     letters to macau = letters
     one boat = paddle
     drums upstairs = drums
     crosswalk son = zebra
     egg tart wars = eggtart
     where the neon = neon
     lone crane = crane
     wok hei = wok
     last ferry = crossing`,
  ),
  ...found(
    'typos',
    `kowlon 2088 = kln2088
     crosswlak = zebra
     upstiars = drums
     greesepaint = greasepaint
     laundri days = rooftop
     universse = dimsum
     night crosing = crossing
     nihgt crosing = crossing
     nihgt cros = crossing
     crosing = crossing
     piier thriteen = pier
     leters to macua = letters
     last stpo westren = tram
     drmus upstiars = drums
     drmus upsti = drums`,
  ),
  ...found(
    'other order',
    `crossing night = crossing
     sugar iced = milktea
     macau letters = letters
     upstairs drums = drums`,
  ),
  ...found(
    'people and mixed',
    `岑望舒 雪 = snow
     霍知秋 夜渡 = crossing
     樊季風 碼頭 = pier
     麥朗晴 鑊氣 = wok
     夜渡 ferry = crossing
     阮海棠 western = tram`,
  ),
  { kind: 'kids', typed: '月餅', first: 'mooncake', kids: true },
  { kind: 'kids', typed: 'ding ding', first: 'ding', kids: true },
  { kind: 'kids', typed: '海豚隊', first: 'dolphin', kids: true, never: ['wok'] },
  { kind: 'kids', typed: '夜渡', kids: true, never: ['crossing'] },
  { kind: 'kids', typed: '霍知秋', kids: true, never: ['crossing', 'snow', 'letters'] },
  { kind: 'kids', typed: 'night', kids: true, never: ['crossing', 'nightbus'] },
  { kind: 'elsewhere', typed: '夜渡鯉魚門', region: 'US', never: ['crossing'] },
  { kind: 'elsewhere', typed: 'wok hei', region: 'US', never: ['wok'] },
  { kind: 'no other meaning', typed: '你', never: ['milktea', 'milkbun'] },
  { kind: 'no other meaning', typed: '煙', never: ['closing'] },
  { kind: 'nothing', typed: '%', never: ['crossing', 'wok', 'tram'] },
]
