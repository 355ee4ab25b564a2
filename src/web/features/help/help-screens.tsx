import { useLocation } from 'react-router'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { HELP_ERROR } from '#web/viewer/navigation/help-links.ts'
import { ErrorScreen } from './error-screen.tsx'
import { HelpScreen } from './help-screen.tsx'

/** The help centre at its addresses, and the pages of error codes. */
export function HelpScreens() {
  const path = useLocation().pathname.replace(/\/+$/, '')
  const code = pathParams(HELP_ERROR, path)?.code
  if (code) return <ErrorScreen code={decoded(code)} />
  return <HelpScreen path={path} />
}

/** A path that somebody has broken is shown as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
