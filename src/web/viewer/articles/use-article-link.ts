import { useLocation } from '#web/kit/router.tsx'
import { useCallContext } from '#web/kit/call-context.ts'
import { articleLink } from './article-links.rules.ts'

export function useArticleLink(): (href: string) => string | undefined {
  const { pattern } = useCallContext()
  const { pathname: path } = useLocation()
  return (href) => articleLink(href, { pattern, path })
}
