import type { Banner } from '#contract/banners.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { genresOf, lengthOf, priceOf, scoreOf } from '#web/viewer/cards/card-presenter.ts'
import { abilities } from '#web/kit/device-capabilities.ts'
import { techBadges } from '#web/viewer/cards/tech-badges.ts'
import { useHydrated } from '#web/kit/use-hydrated.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useTitleFont } from '#web/viewer/cards/use-title-font.ts'
import { ClassBadge, PriceBadge, Score, TechBadge } from '#web/ui/badge.tsx'
import { SlideActions } from './slide-actions.tsx'
import styles from './slide-text.module.css'

type BillboardProgram = NonNullable<Banner['program']>

/** The text of one slide: HTML over the scrim. A slide of a billboard is always about a title. */
export function SlideText({ banner }: { banner: Banner }) {
  const { program } = banner
  const detailLink = useDetailLink()
  useTitleFont(program?.titleFontURL)
  return (
    <>
      {banner.subtitle ? <p className={styles.kicker}>{banner.subtitle}</p> : null}
      <h2 className={styles.title}>
        {program ? <a href={detailLink(program.programId)}>{program.title}</a> : banner.title}
      </h2>
      {program?.otherTitle ? <OtherTitle text={program.otherTitle} /> : null}
      {program ? <Facts program={program} /> : null}
      {program ? <p className={styles.description}>{program.tagline || program.description}</p> : null}
      <SlideActions banner={banner} />
    </>
  )
}

function OtherTitle({ text }: { text: string }) {
  const { language } = useCallContext()
  return (
    <p className={styles.other} lang={language === 'zh_HK' ? 'en' : 'zh-HK'}>
      {text}
    </p>
  )
}

function Facts({ program }: { program: BillboardProgram }) {
  const { cards } = useShellText()
  const { language } = useCallContext()
  const hydrated = useHydrated()
  const length = lengthOf(program, cards, language)
  const genres = genresOf(program, cards)
  return (
    <ul className={styles.facts}>
      <li className={styles.price}>
        <PriceBadge {...priceOf(program, cards, language)} />
      </li>
      <li>
        <ClassBadge value={program.restriction} label={cards.restriction[program.restriction]} />
      </li>
      <li className={styles.year}>{program.releaseYear}</li>
      {length ? <li className={styles.dotted}>{length}</li> : null}
      {genres ? <li className={styles.dotted}>{genres}</li> : null}
      {program.votes > 0 ? (
        <li className={styles.score}>
          <Score {...scoreOf(program, cards, language)} />
        </li>
      ) : null}
      {hydrated
        ? techBadges(program, abilities()).map((badge) => (
            <li key={badge} className={styles.tech}>
              <TechBadge>{badge}</TechBadge>
            </li>
          ))
        : null}
    </ul>
  )
}
