import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import subsetFont from 'subset-font'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { articles } from './vite.articles.ts'
import { CLONE } from './vite.clone.ts'
import { contractRows } from './vite.contract-rows.ts'
import { speedFile } from './vite.speed-file.ts'
import { retriedStylesheets } from './vite.stylesheets.ts'
import { texts } from './vite.texts.ts'

/** The app to build: a folder of src/web with an index.html. The site is served at /, any other at its name. */
const APP = process.env.HARBOUR_APP ?? 'site'
/** Supported browsers. Viewers' (PRODUCT 8): Chrome 80, Safari 14; newer features are detected where they are used. Operators' are those of 2024. */
const BROWSERS = APP === 'console' ? ['chrome117', 'safari17', 'firefox125'] : ['chrome80', 'safari14']
const ROOT = `${CLONE}/src/web/${APP}/`
const DIST = `${CLONE}/dist/`
/** Through a link, modules keep the path of the link. */
const RESOLVE = { preserveSymlinks: process.env.HARBOUR_BUILD_LINK !== undefined }
/**
 * Packages used by every page, with the compiler's runtime functions that they call. They import nothing of ours, so that a browser can evaluate them
 * before our code has arrived.
 */
const VENDOR = /node_modules\/(react|react-dom|scheduler|@tanstack)\/|@oxc-project\+runtime@|kit\/react-root\.ts$/
/**
 * At the top of a file: V8 compiles its functions while it loads, off the main thread, instead of one by one as they are first called (Chrome 136;
 * others ignore it).
 */
const COMPILE_AT_LOAD = '//# allFunctionsCalledOnLoad'
/** Vendor modules used by lazy screens only. Index files of their packages import them, so the import graph does not show it. */
const LAZY_VENDOR =
  /@tanstack\/(react-virtual|virtual-core|.*\/(useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver)\.)/
/**
 * The schema library and the schemas of form fields. Endpoints import them, but the plugin `contractRows` removes their use, so
 * that only forms need them.
 */
const SCHEMAS = /node_modules\/zod\/|src\/contract\/(wire-values|fields)\.ts$/
/** What lazy chunks of the first page share, in files that are smaller than their headers: in the entry instead. */
const WITH_ENTRY = /src\/(text\/\w+\/languages|contract\/service-worker)\.ts$/
/** What the add button of the first page needs, and many screens too: one file in place of several that are smaller than their headers. */
const ADD_BUTTON = [
  /\0text\/favorites$|src\/contract\/library\.ts$/,
  /src\/web\/kit\/(query-cache|use-submit|use-countdown|use-retry-wait)\.ts$/,
  /src\/web\/viewer\/(cards\/(patch-title|favorite-overrides|favorite-removals)|session\/pending-removals)\.ts$/,
  /@tanstack\/.*\/(useMutation|mutationObserver)\./,
]
/** What the homepage ad shares with the pop-up ad, in one file too. */
const AD = /src\/web\/features\/ads\/ad(\.rules|-image)\.ts$/
/** Address of the server for `npm run dev`. */
const DEV_SERVER = process.env.HARBOUR_DEV_SERVER ?? 'http://127.0.0.1:8080'
const SERVED_BY_SERVER = [
  '/api/',
  '/api_v2/',
  '/api_admin/',
  '/i/',
  '/v/',
  '/p/',
  '/f/',
  '/dev/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/site.webmanifest',
]

/**
 * `virtual:digits-font`: Archivo subset to the characters of numerals, with variable weight and width (12 KB instead
 * of 90).
 */
function digitsFont(): Plugin {
  const name = 'virtual:digits-font'
  const source = fileURLToPath(
    import.meta.resolve('@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'),
  )
  const subset = async () => subsetFont(await readFile(source), '0123456789.,:%+-$/ ', { targetFormat: 'woff2' })
  let isBuild = false
  let isServer = false
  return {
    name: 'digits-font',
    configResolved(config) {
      isBuild = config.command === 'build'
      isServer = Boolean(config.build.ssr)
    },
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined
      if (isServer) return `export default ''`
      const font = await subset()
      if (!isBuild) return `export default 'data:font/woff2;base64,${Buffer.from(font).toString('base64')}'`
      const file = this.emitFile({ type: 'asset', name: 'digits.woff2', source: font })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
  }
}

interface Modules {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null
}

/** Whether the entry needs a module at start, that is, through static imports. */
function isNeededAtStart(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (seen.has(id) || LAZY_VENDOR.test(id)) return false
  seen.add(id)
  const info = modules.getModuleInfo(id)
  return info !== null && (info.isEntry || info.importers.some((importer) => isNeededAtStart(importer, modules, seen)))
}

/** The service worker: one classic script without imports. Its name has no hash, because browsers ask for it by its name. */
const WORKER: UserConfig = {
  root: ROOT,
  resolve: RESOLVE,
  publicDir: false,
  build: {
    target: BROWSERS,
    modulePreload: false,
    rolldownOptions: {
      input: `${CLONE}/src/web/service-worker/worker.ts`,
      output: { format: 'iife', entryFileNames: 'worker.js' },
    },
  },
}

/** An app for browsers, or with `--ssr` the home page's prerender. Each app has its own chunks. */
const appConfig = (isSsrBuild: boolean): UserConfig => ({
  root: ROOT,
  base: APP === 'site' ? '/' : `/${APP}/`,
  plugins: [articles(), texts(), react(), digitsFont(), contractRows(), speedFile(), retriedStylesheets()],
  server: { host: '127.0.0.1', proxy: Object.fromEntries(SERVED_BY_SERVER.map((path) => [path, DEV_SERVER])) },
  resolve: RESOLVE,
  ssr: { noExternal: true },
  build: isSsrBuild
    ? { outDir: `${DIST}prerender`, emptyOutDir: true, target: 'node26', minify: false, copyPublicDir: false }
    : {
        outDir: `${DIST}client`,
        emptyOutDir: true,
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // One long-lived vendor chunk and one chunk for every page, because many small chunks compress worse.
          output: {
            // Without their names and with short hashes: the entry lists the files of every lazy chunk. The manifest has the names.
            chunkFileNames: 'assets/[hash:7].js',
            assetFileNames: ({ names: [name = ''] }) => `assets/[hash:7]${name.slice(name.lastIndexOf('.'))}`,
            postBanner: ({ name }) => (name === 'vendor' ? COMPILE_AT_LOAD : ''),
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                {
                  name: (id) => (VENDOR.test(id) && !LAZY_VENDOR.test(id) ? 'vendor' : null),
                  debugName: 'vendor',
                  priority: 1,
                },
                {
                  name: (id) => (SCHEMAS.test(id) ? 'schemas' : null),
                  debugName: 'schemas',
                  priority: 1,
                },
                {
                  name: (id) => (APP === 'site' && ADD_BUTTON.some((part) => part.test(id)) ? 'add-button' : null),
                  debugName: 'add-button',
                  priority: 1,
                },
                {
                  name: (id) => (APP === 'site' && AD.test(id) ? 'ad' : null),
                  debugName: 'ad',
                  priority: 1,
                },
                {
                  name: (id, modules) =>
                    (APP === 'site' && WITH_ENTRY.test(id)) || isNeededAtStart(id, modules) ? APP : null,
                  debugName: APP,
                },
              ],
            },
          },
          transform: { assumptions: { setPublicClassFields: true, noDocumentAll: true } },
        },
        target: BROWSERS,
        cssTarget: BROWSERS,
        assetsInlineLimit: 1024,
        reportCompressedSize: true,
      },
})

/** Builds one app (HARBOUR_APP). bin/build.js lists the builds. */
export default defineConfig(({ isSsrBuild = false }) => (APP === 'service-worker' ? WORKER : appConfig(isSsrBuild)))
