import { type Db, sql } from '#server/kit/db.ts'
import { readJyutping } from '#server/domains/search/index.ts'

type Random = () => number

const pickOf = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!

/** Titles and people that the texts are taken from. */
const SAMPLE = 2_000

/**
 * What people type, as it is while they type: the beginnings of titles in both languages and in Jyutping, names, words from the middle, and
 * some misspelt words.
 */
export async function typedTexts(db: Db, random: Random): Promise<string[]> {
  const { rows: titles } = await sql<{ zh: string; en: string }>`
    select title_zh as zh, title_en as en from title order by md5(program_id) limit ${SAMPLE}`.execute(db)
  const { rows: people } = await sql<{ zh: string; en: string }>`
    select name_zh as zh, name_en as en from person order by md5(person_id) limit ${SAMPLE / 4}`.execute(db)
  const part = (text: string, most: number) => {
    const characters = [...text]
    return characters.slice(0, 1 + Math.floor(random() * Math.min(most, characters.length))).join('')
  }
  return [
    ...titles.flatMap(({ zh, en }) => [
      part(zh, 5),
      part(en, 14),
      part(readJyutping(zh).replaceAll(/[\d ]/g, ''), 12),
      [...zh].slice(2, 4).join(''),
    ]),
    ...titles.slice(0, SAMPLE / 10).map(({ en }) => misspelt(en, random)),
    ...people.flatMap(({ zh, en }) => [part(zh, 3), part(en, 10)]),
  ].filter((text) => text.trim() !== '')
}

/** The letters, and the characters that most titles begin with. */
export async function shortPrefixes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ character: string }>`
    select left(title_zh, 1) as character from title group by 1 order by count(*) desc, 1 limit 20`.execute(db)
  return [...'abcdefghijklmnopqrstuvwxyz', ...rows.map(({ character }) => character)]
}

/** The longest word with two of its letters swapped. */
function misspelt(text: string, random: Random): string {
  const word = text.split(' ').toSorted((a, b) => b.length - a.length)[0] ?? ''
  const at = 1 + Math.floor(random() * Math.max(1, word.length - 3))
  return text.replace(word, word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2))
}

const WHO = '我,你,他,她,我們,你們,師傅,醫生,婆婆,船長,老闆,阿明,阿星,姐姐,弟弟,街坊,同學,隊長'.split(',')
const DOES =
  '今晚要走,明早再來,已經知道,一直在等,不會回來,忘記了,找到了,寫了信,看見了,還記得,想坐船,想回家,聽見了,沒有說,答應過,看住了'.split(
    ',',
  )
const WHAT =
  '那盞燈,那封信,這條街,那班電車,碼頭的鐘,海邊的屋,天台的風,舊照片,最後一班船,第二個約定,山上的雪,門外的聲音,那把鑰匙,街角的茶室,半夜的電話,沒有寄出的信,霧裏的燈塔,雨中的招牌'.split(
    ',',
  )
const END = '吧,嗎,了,，不是嗎,，真的,，對不起,，再見,，快點,，慢慢來,，不要怕'.split(',')

/** A line as it could be spoken. */
export const spokenLine = (random: Random): string =>
  pickOf(WHO, random) + pickOf(DOES, random) + '，' + pickOf(WHAT, random) + pickOf(END, random)

/** Words that are spoken somewhere: often common ones, sometimes a whole line. */
export function spokenWords(random: Random): string {
  const kind = random()
  if (kind < 0.3) return pickOf(WHAT, random)
  if (kind < 0.5) return pickOf(DOES, random)
  if (kind < 0.8) return pickOf(DOES, random) + pickOf(WHAT, random)
  return spokenLine(random)
}
