import { useState } from 'react'
import { changeLanguage } from '#web/kit/language.ts'
import { createRoot } from '#web/kit/react-root.ts'
import { loadText } from '#web/kit/text.ts'
import type { Texts } from '#text/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import styles from './language-offer.module.css'

/** In a root of its own: the first page carries nothing of it. */
export async function offerEnglish(): Promise<void> {
  const text = await loadText('languageOffer')
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<LanguageOffer text={text} />)
}

export function LanguageOffer({ text }: { text: Texts['languageOffer'] }) {
  const [isOpen, setOpen] = useState(true)
  if (!isOpen) return null
  return (
    <div className={styles.line} lang="en" data-language-offer="">
      <button type="button" className={styles.view} onClick={() => changeLanguage('en_US')}>
        {text.view}
      </button>
      <IconButton label={text.stay} icon={<CloseIcon size={16} />} onClick={() => setOpen(false)} />
    </div>
  )
}
