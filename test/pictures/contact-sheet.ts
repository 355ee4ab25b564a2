/** A picture that was taken. */
export interface Picture {
  /** The screen's name. */
  name: string
  /** Who, state, language, width. */
  caption: string
  /** Relative to the contact sheet. */
  file: string
  /** What went wrong on the page. */
  errors: readonly string[]
}

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;margin:24px;background:#eef0f4;color:#171c28}
h2{margin:32px 0 8px;font-size:18px}section>div{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}
figure{margin:0;max-width:320px}img{max-width:320px;max-height:420px;border:1px solid #b9c0cc;background:#fff}
figcaption{font-size:12px}.error{color:#b42318;white-space:pre-wrap;overflow-wrap:anywhere}nav{columns:5;font-size:13px}`

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]!)

const figure = ({ caption, file, errors }: Picture) => `<figure>
<a href="${escape(file)}"><img loading="lazy" src="${escape(file)}" alt=""></a>
<figcaption>${escape(caption)}${errors.map((error) => `<div class="error">${escape(error)}</div>`).join('')}</figcaption>
</figure>`

/** A page with all pictures, by screen. */
export function contactSheet(pictures: readonly Picture[]): string {
  const byName = Map.groupBy(pictures, ({ name }) => name)
  const links = [...byName.keys()].map((name) => `<a href="#${name}">${name}</a><br>`).join('')
  const sections = [...byName].map(
    ([name, list]) => `<section id="${name}"><h2>${name}</h2><div>${list.map(figure).join('\n')}</div></section>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style>
<h1>${pictures.length} pictures of ${byName.size} screens</h1><nav>${links}</nav>
${sections.join('\n')}
</html>\n`
}
