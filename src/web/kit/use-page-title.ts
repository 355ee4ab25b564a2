import { useEffect } from 'react'
import { siteConfig } from './site-config.ts'
import { readLanguage } from './language.ts'

/** Titles that are open, the last one shows. */
const stack: { title: string }[] = []

/** Gives the page (or a layer over it) its title while mounted: "夜渡鯉魚門 - 港映". Empty: the brand alone. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const entry = { title }
    stack.push(entry)
    show()
    return () => {
      stack.splice(stack.indexOf(entry), 1)
      if (stack.length > 0) show()
    }
  }, [title])
}

function show() {
  const brand = siteConfig().brand[readLanguage()]
  const title = stack[stack.length - 1]?.title
  document.title = title ? `${title} - ${brand}` : brand
}
