import type { ReactNode } from 'react'
import { ResponsiveImage } from './image.tsx'
import styles from './landing.module.css'

interface HeadlineProps {
  kicker: string
  lines: readonly string[]
}

export function Headline({ kicker, lines }: HeadlineProps) {
  return (
    <>
      <p className={styles.kicker}>{kicker}</p>
      <h1 className={styles.headline}>
        {lines.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </h1>
    </>
  )
}

interface HeroProps extends HeadlineProps {
  lead: ReactNode
  posters: readonly string[]
  children: ReactNode
}

const HERO_POSTERS = 3

export function Hero({ kicker, lines, lead, posters, children }: HeroProps) {
  return (
    <div className={styles.hero}>
      <div className={styles.art} aria-hidden="true">
        {posters.slice(0, HERO_POSTERS).map((src) => (
          <span key={src}>
            <ResponsiveImage src={src} alt="" sizes="200px" to={320} />
          </span>
        ))}
      </div>
      <Headline kicker={kicker} lines={lines} />
      <p className={styles.lead}>{lead}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  )
}

export function LandingSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.subtitle}>{title}</h2>
      {children}
    </section>
  )
}

interface StepsProps {
  title: string
  list: readonly { readonly title: string; readonly text: string }[]
}

export function Steps({ title, list }: StepsProps) {
  return (
    <LandingSection title={title}>
      <ol className={styles.steps}>
        {list.map((step) => (
          <li key={step.title}>
            <p className={styles.what}>{step.title}</p>
            <p className={styles.line}>{step.text}</p>
          </li>
        ))}
      </ol>
    </LandingSection>
  )
}
