import { useState } from 'react'
import { VOD_TYPES } from '#contract/vod-types.ts'
import { LANGUAGES, type Language } from '#contract/languages.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { htmlLang } from '#web/kit/language.ts'
import { useText } from '#web/kit/text.ts'
import { ClassBadge, PriceBadge } from '#web/ui/badge.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { PlayIcon } from '#web/ui/icons.tsx'
import { Panel } from '../../widgets/page.tsx'
import { useEditor } from './editor-context.ts'
import styles from './preview.module.css'
import { Segments } from '../../widgets/segments.tsx'

const KINDS = ['card', 'hero', 'detail'] as const
type Kind = (typeof KINDS)[number]
const PRICES = {
  'FREE TO WATCH': 'free',
  'VIP UNLIMITED WATCH': 'pass',
  'MOVIE VOUCHER': 'ticket',
  'PAY PER RENT': 'credit',
} as const

/** The draft in the looks of the site, in either language. */
export function Preview() {
  const text = useText('consoleTitle')
  const shown = useCallContext()
  const [kind, setKind] = useState<Kind>('card')
  const [language, setLanguage] = useState<Language>(shown.language)
  return (
    <Panel title={text.preview}>
      <div className={styles.choices}>
        <Segments
          label={text.preview}
          value={kind}
          options={KINDS.map((each) => [each, text.previews[each]])}
          onChange={setKind}
        />
        <Segments
          label={text.previewLanguage}
          value={language}
          options={LANGUAGES.map((each) => [each, text.languages[each]])}
          onChange={setLanguage}
        />
      </div>
      <div className={`night ${styles.stage}`} lang={htmlLang(language)} data-kind={kind}>
        {kind === 'card' ? <Card language={language} /> : <Scene kind={kind} language={language} />}
      </div>
    </Panel>
  )
}

function useFacts(language: Language) {
  const { content } = useEditor()
  const titles = useText('consoleTitles')
  const { title, restriction, releaseYear, genres, vodTypes, credits } = content
  const type = VOD_TYPES.find((each) => vodTypes.includes(each))
  const priced = type === 'PAY PER RENT' && credits > 0 ? titles.credits(formatNumber(credits, language)) : undefined
  return {
    name: title[language] || title.zh_HK || titles.untitled,
    price: type ? <PriceBadge kind={PRICES[type]} text={priced ?? titles.vodTypes[type]} /> : null,
    badge: <ClassBadge value={restriction} label={titles.restrictions[restriction]} />,
    year: releaseYear || '',
    genres: genres.map((genre) => titles.genres[genre]).join(' · '),
  }
}

function Card({ language }: { language: Language }) {
  const { content } = useEditor()
  const { name, price, badge, year } = useFacts(language)
  const { keyart, landscape, art } = content.images
  return (
    <div className={styles.cards}>
      {(
        [
          [keyart, '2 / 3'],
          [landscape || art, '16 / 9'],
        ] as const
      ).map(([image, ratio]) => (
        <div key={ratio} className={styles.card} data-ratio={ratio}>
          <span className={styles.image} style={{ aspectRatio: ratio }}>
            <ResponsiveImage src={image && `/i/${image}`} alt="" title={name} sizes="220px" to={480} />
          </span>
          <strong>{name}</strong>
          <span className={styles.facts}>
            {price}
            {badge}
            {year}
          </span>
        </div>
      ))}
    </div>
  )
}

/** The billboard of home, or the top of the page of details. */
function Scene({ kind, language }: { kind: 'hero' | 'detail'; language: Language }) {
  const text = useText('consoleTitle')
  const { content } = useEditor()
  const { name, price, badge, year, genres } = useFacts(language)
  const { images, focus, tagline, description, title, directors, actors, warning } = content
  const image = kind === 'hero' ? images.hero || images.art : images.art || images.landscape
  const point = focus[kind === 'hero' ? 'hero' : 'art']
  const other = title[language === 'zh_HK' ? 'en_US' : 'zh_HK']
  const people = [...directors, ...actors].map((person) => person.name[language]).slice(0, 6)
  return (
    <>
      <span className={styles.scene}>
        {image ? (
          <img
            src={`/i/${image}?w=640`}
            alt=""
            style={point ? { objectPosition: `${point.x}% ${point.y}%` } : undefined}
          />
        ) : null}
      </span>
      <div className={styles.text}>
        <strong className={styles.title}>{name}</strong>
        {other && other !== name ? <span className={styles.other}>{other}</span> : null}
        <span className={styles.facts}>
          {price}
          {badge}
          {year} {genres}
        </span>
        <p className={styles.description}>{(kind === 'hero' && tagline[language]) || description[language]}</p>
        {kind === 'detail' && people.length > 0 ? <p className={styles.other}>{people.join(' · ')}</p> : null}
        {kind === 'detail' && warning[language] ? <p className={styles.warning}>{warning[language]}</p> : null}
        <span className={styles.button} aria-hidden="true">
          <PlayIcon size={16} />
          {text.watch}
        </span>
      </div>
    </>
  )
}
