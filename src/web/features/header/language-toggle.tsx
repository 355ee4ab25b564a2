import { LANGUAGES } from '#contract/languages.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { changeLanguage, htmlLang } from '#web/kit/language.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import styles from './language-toggle.module.css'

/** 繁 | EN. The page is loaded again in the other language (SPEC 4). */
export function LanguageToggle() {
  const { site } = useShellText()
  const { language: current } = useCallContext()
  return (
    <fieldset className={styles.toggle} aria-label={site.language}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          className={styles.option}
          lang={htmlLang(language)}
          aria-pressed={language === current}
          onClick={() => {
            if (language !== current) changeLanguage(language)
          }}
        >
          <span>{site.languageShort[language]}</span>
          <span className="visually-hidden">{site.languageNames[language]}</span>
        </button>
      ))}
    </fieldset>
  )
}
