import { useLocation, useSearchParams } from '#web/kit/router.tsx'
import { useCallContext } from '#web/kit/call-context.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { formatDay } from '#web/kit/format-day.ts'
import { useArticleValues } from '#web/viewer/articles/article-values.ts'
import { type ArticleName, useArticle } from '#web/viewer/articles/load-articles.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { ArticleBlocks } from '#web/viewer/articles/article-blocks.tsx'
import { fillIn, knownBlocks, type ArticleSection } from '#web/kit/article-model.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { Screen } from '#web/ui/screen.tsx'
import styles from './article-screen.module.css'
import { useId, useEffect } from 'react'
import { sectionLink } from '#web/viewer/navigation/help-links.ts'

/** The article of each path. */
const ARTICLE_AT: Readonly<Record<string, ArticleName>> = {
  [PATHS.knowUs]: 'knowUs',
  [PATHS.terms]: 'terms',
  [PATHS.privacy]: 'privacy',
  [PATHS.collection]: 'collection',
  [PATHS.plainPrivacy]: 'privacy',
  [PATHS.partners]: 'partners',
  [PATHS.mobilePrivacy]: 'privacy',
  [PATHS.mobileTerms]: 'terms',
  [PATHS.mobileKnowUs]: 'knowUs',
}
/** Those without the header, which leave no room for it. */
const WITHOUT_HEADER: ReadonlySet<string> = new Set([
  PATHS.plainPrivacy,
  PATHS.mobilePrivacy,
  PATHS.mobileTerms,
  PATHS.mobileKnowUs,
])

/** A text about the service, with the list of its sections, which have addresses (`section`). */
export function ArticleScreen() {
  const { pathname } = useLocation()
  const path = pathname.replace(/\/+$/, '')
  const article = useArticle(ARTICLE_AT[path] ?? 'knowUs')
  const values = useArticleValues()
  const text = useText('articles')
  const { site } = useShellText()
  const { language } = useCallContext()
  const section = useSection(values !== undefined)
  if (!values) {
    return (
      <div className={styles.awaited}>
        <Waiting label={site.loading} size="xl" />
      </div>
    )
  }
  // One of which nothing is known is left out.
  const sections = article.sections.filter(({ blocks }) => knownBlocks(blocks, values).length > 0)
  return (
    <Screen embedded={WITHOUT_HEADER.has(path)}>
      <article className={styles.article}>
        <header className={styles.head}>
          <h1 className={styles.title}>{fillIn(article.title, values)}</h1>
          <p className={styles.updated}>
            <time dateTime={article.updated}>{text.updated(formatDay(article.updated, language))}</time>
          </p>
          <div className={styles.print}>
            <Button size="s" onClick={() => print()}>
              {text.print}
            </Button>
          </div>
        </header>
        <Contents label={text.contents} sections={sections} path={path} current={section} />
        <div className={styles.text}>
          <ArticleBlocks blocks={article.lead} values={values} />
          {sections.map(({ id, heading, blocks }) => (
            <section key={id} aria-labelledby={id} className={styles.section}>
              <h2 id={id} className={styles.heading} tabIndex={-1}>
                {fillIn(heading, values)}
              </h2>
              <ArticleBlocks blocks={blocks} values={values} />
            </section>
          ))}
        </div>
      </article>
    </Screen>
  )
}

interface ContentsProps {
  label: string
  sections: readonly ArticleSection[]
  /** The article's path. */
  path: string
  /** The section in the address. */
  current: string | undefined
}

/** The list of an article's sections: beside it on a wide screen, above it on a phone. */
function Contents({ label, sections, path, current }: ContentsProps) {
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

/** Scrolls to a section and puts the focus on its heading, so that a screen reader goes on there. */
function showSection(id: string): void {
  const heading = document.getElementById(id)
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}

/** The section that the address names, shown once the article is. */
function useSection(isReady: boolean): string | undefined {
  const [query] = useSearchParams()
  const section = query.get('section') ?? undefined
  useEffect(() => {
    if (isReady && section) showSection(section)
  }, [isReady, section])
  return section
}
