import { useLocation } from '#web/kit/router.tsx'
import { ArticleScreen } from '#web/features/articles/article-screen.tsx'
import { HelpScreens } from '#web/features/help/help-screens.tsx'

/** `/help`, `/help/error/4032`, `/setup/helpcenter`, `/mobile/helpcenter`. */
const HELP = /\/help/

/** One chunk: each further one would cost the first page some bytes. */
export function ContentPage() {
  return HELP.test(useLocation().pathname) ? <HelpScreens /> : <ArticleScreen />
}
