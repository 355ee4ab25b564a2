import { readdirSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { convert } from 'fontverter'

/** The font of the journeys, from npm. It comes in parts, of which browsers take the Latin one by its name and the Chinese ones as a fallback. */
export const OWN_FONT = 'Noto Sans HK'
const PARTS = resolve('node_modules/@fontsource-variable/noto-sans-hk/files')
const LATIN = 'noto-sans-hk-latin-wght-normal.woff2'

/** The widest fonts that a screen may be shown in, and their files. The full run repeats the journeys of the layout in each that is installed. */
const WIDE = {
  'DejaVu Sans': ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'],
  'Noto Sans CJK HK': ['NotoSansCJK-Regular.ttc', 'NotoSansCJK-Bold.ttc'],
  Verdana: ['Verdana.ttf', 'Verdana_Bold.ttf'],
} as const
type WideFont = keyof typeof WIDE
export const WIDE_FONTS = Object.keys(WIDE) as WideFont[]

const FOLDERS = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local/share'), 'fonts'),
  join(homedir(), '.fonts'),
]

/** Paths of the files of an installed font; null if one is missing. */
function installedFiles(font: WideFont): string[] | null {
  const all = FOLDERS.flatMap(filesBelow)
  const found = WIDE[font].map((name) => all.find((file) => basename(file).toLowerCase() === name.toLowerCase()))
  return found.every((file) => file !== undefined) ? found : null
}

export const isInstalled = (font: WideFont): boolean => installedFiles(font) !== null

function filesBelow(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

/**
 * Writes font configurations for browsers: with one, a page is laid out alike on every machine, whichever fonts are installed.
 * Browsers read it from FONTCONFIG_FILE, which is of no effect on macOS and Windows.
 * @returns its file by the name of the font, for the own font and for each installed wide one
 */
export async function writeFontConfigs(folder: string): Promise<Record<string, string>> {
  const own = await writeOwnFont(folder)
  const configs: Record<string, string> = { [OWN_FONT]: await writeConfig(folder, OWN_FONT, [own.latin, own.chinese]) }
  for (const font of WIDE_FONTS) {
    const files = installedFiles(font)
    if (!files) continue
    const links = join(folder, font)
    await mkdir(links, { recursive: true })
    for (const file of files) await symlink(file, join(links, basename(file)))
    configs[font] = await writeConfig(folder, font, [links, own.chinese])
  }
  return configs
}

/** Chromium reads no compressed fonts from a folder. */
async function writeOwnFont(folder: string) {
  const [latin, chinese] = [join(folder, 'latin'), join(folder, 'chinese')]
  await Promise.all([latin, chinese].map((path) => mkdir(path, { recursive: true })))
  for (const part of await readdir(PARTS)) {
    const font = await convert(await readFile(join(PARTS, part)), 'sfnt')
    await writeFile(join(part === LATIN ? latin : chinese, part.replace('.woff2', '.ttf')), font)
  }
  return { latin, chinese }
}

/** The parts call themselves by their lightest weight, so that no style sheet names them. */
async function writeConfig(folder: string, family: string, folders: readonly string[]): Promise<string> {
  const file = join(folder, `${family}.conf`)
  await writeFile(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${folders.map((path) => `  <dir>${path}</dir>`).join('\n')}
  <cachedir>${folder}/${family}.cache</cachedir>
  <match target="scan">
    <test name="file" compare="contains"><string>${join(folder, 'latin')}</string></test>
    <edit name="family" mode="assign_replace"><string>${OWN_FONT}</string></edit>
  </match>
  <match target="pattern">
    <edit name="family" mode="append" binding="strong"><string>${family}</string></edit>
  </match>
  <match target="font">
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
  </match>
</fontconfig>
`,
  )
  return file
}
