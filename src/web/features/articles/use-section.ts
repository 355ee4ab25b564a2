import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

/** Scrolls to a section and puts the focus on its heading, so that a screen reader goes on there. */
export function showSection(id: string): void {
  const heading = document.getElementById(id)
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}

/** The section that the address names, shown once the article is. */
export function useSection(isReady: boolean): string | undefined {
  const [query] = useSearchParams()
  const section = query.get('section') ?? undefined
  useEffect(() => {
    if (isReady && section) showSection(section)
  }, [isReady, section])
  return section
}
