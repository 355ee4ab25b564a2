import { useId } from 'react'
import { sectionLink } from '#web/viewer/navigation/help-links.ts'
import type { ArticleSection } from '#web/kit/article-model.ts'
import { showSection } from './use-section.ts'
import styles from './contents.module.css'

export interface ContentsProps {
  label: string
  sections: readonly ArticleSection[]
  /** The article's path. */
  path: string
  /** The section in the address. */
  current: string | undefined
}

/** The list of an article's sections: beside it on a wide screen, above it on a phone. */
export function Contents({ label, sections, path, current }: ContentsProps) {
  const id = useId()
  return (
    <nav className={styles.contents} aria-labelledby={id}>
      <h2 id={id} className={styles.label}>
        {label}
      </h2>
      <ol className={styles.list}>
        {sections.map((section) => (
          <li key={section.id}>
            <a
              className={styles.link}
              href={sectionLink(path, section.id)}
              aria-current={section.id === current ? 'location' : undefined}
              onClick={(event) => {
                // The address stays the same: the router would go to the top.
                if (section.id !== current) return
                event.preventDefault()
                showSection(section.id)
              }}
            >
              {section.heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
