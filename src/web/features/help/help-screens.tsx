import styles from './help-screens.module.css'
import { useLocation } from '#web/kit/router.tsx'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { HELP_ERROR } from '#web/viewer/navigation/help-links.ts'
import { HelpScreen } from './help-screen.tsx'
import { useArticleValues } from '#web/viewer/articles/article-values.ts'
import { ArticleBlocks } from '#web/viewer/articles/article-blocks.tsx'
import { useArticle } from '#web/viewer/articles/load-articles.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { fillIn } from '#web/kit/article-model.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { anchorOf, errorsOf } from './help-search.rules.ts'

export function HelpScreens() {
  const path = useLocation().pathname.replace(/\/+$/, '')
  const code = pathParams(HELP_ERROR, path)?.code
  if (code) return <ErrorScreen code={decoded(code)} />
  return <HelpScreen path={path} />
}

/** Malformed paths stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const CODE_MAX = 40

/** `/help/error/{code}`. */
function ErrorScreen({ code }: { code: string }) {
  const text = useText('help')
  const { site } = useShellText()
  const values = useArticleValues()
  const found = errorsOf(useArticle('errors')).find(({ part }) => part.id === anchorOf(code))
  const shown = text.code(found?.code ?? code.slice(0, CODE_MAX))
  usePageTitle(shown)
  if (!values) {
    return (
      <div className={styles.screen}>
        <Waiting label={site.loading} />
      </div>
    )
  }
  return (
    <div className={styles.screen}>
      <p className={styles.code}>{found ? shown : text.errors}</p>
      <h1 className={styles.title}>{found ? fillIn(found.part.heading, values) : shown}</h1>
      {found ? (
        <ArticleBlocks blocks={found.part.blocks} values={values} />
      ) : (
        <p className={styles.unknown}>{text.unknownText}</p>
      )}
      <div className={styles.actions}>
        <Button look="primary" href={paths.route(PATHS.help)}>
          {text.toHelp}
        </Button>
        <Button href={paths.route(PATHS.contact)}>{text.contact.link}</Button>
        <Button look="text" href={paths.home()}>
          {text.toHome}
        </Button>
      </div>
    </div>
  )
}
