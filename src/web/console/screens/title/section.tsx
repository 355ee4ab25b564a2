import type { ReactNode } from 'react'
import { Panel } from '../../widgets/page.tsx'
import styles from './title.module.css'

export const SECTIONS = ['texts', 'people', 'facts', 'windows', 'episodes', 'artwork', 'files'] as const
export type SectionName = (typeof SECTIONS)[number]

/** Where the issues of a field stand. */
export function sectionOf(field: string): SectionName {
  const [name = ''] = field.split('.')
  if (['title', 'aliases', 'tagline', 'description', 'warning'].includes(name)) return 'texts'
  if (name === 'directors' || name === 'actors') return 'people'
  if (name === 'windows' || name === 'episodes') return name
  if (name === 'images' || name === 'focus') return 'artwork'
  return name === 'film' || name === 'subtitles' ? 'files' : 'facts'
}

/** Brings a section into sight, with the focus on its first field that is wrong, or its heading. */
export function goToSection(name: SectionName): void {
  const section = document.getElementById(`section-${name}`)
  section?.scrollIntoView({ block: 'start' })
  const wrong = section?.querySelector<HTMLElement>('[aria-invalid="true"]')
  ;(wrong ?? section)?.focus({ preventScroll: wrong === null })
}

interface SectionProps {
  name: SectionName
  title: string
  note?: ReactNode
  children: ReactNode
}

export function Section({ name, title, note, children }: SectionProps) {
  return (
    <div id={`section-${name}`} className={styles.section} tabIndex={-1}>
      <Panel title={title} note={note}>
        <div className={styles.body}>{children}</div>
      </Panel>
    </div>
  )
}
