import { useEffect } from 'react'

/** The titles of what is mounted; the last one shows. */
const stack: { title: string }[] = []
let appName = ''

/** Sets what follows each title; once, at boot. */
export function setAppName(name: string): void {
  appName = name
}

/** Sets the document's title while mounted: "夜渡鯉魚門 - 港映". Empty: the app's name alone. */
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
  const title = stack[stack.length - 1]?.title
  document.title = title ? `${title} - ${appName}` : appName
}
