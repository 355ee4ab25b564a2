import { useEffect, useRef } from 'react'

/** The titles of what is mounted. The last one that is known shows: a layer without its data leaves the title of the page below. */
const stack: { title: string }[] = []
let appName = ''
let tagline = ''

/** Sets what follows each title, and the tagline that follows the app's name on home; once, at boot. */
export function setAppName(name: string, line: string): void {
  appName = name
  tagline = line
}

/** "夜渡鯉魚門 - 港映"; without a title the app's name and its tagline, as in the prerendered page. */
export const formatPageTitle = (title: string): string => (title ? `${title} - ${appName}` : `${appName} - ${tagline}`)

/** Sets the document's title while mounted. Empty: not known yet. */
export function usePageTitle(title: string): void {
  const entry = useRef({ title: '' })
  useEffect(() => {
    const mine = entry.current
    stack.push(mine)
    return () => {
      stack.splice(stack.indexOf(mine), 1)
      if (stack.length > 0) show()
    }
  }, [])
  useEffect(() => {
    entry.current.title = title
    show()
  }, [title])
}

function show() {
  const known = stack.filter(({ title }) => title !== '')
  document.title = formatPageTitle(known[known.length - 1]?.title ?? '')
}
