import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js'
import type { Grants } from './grants.ts'

type LoaderClass = new (config: HlsConfig) => Loader<LoaderContext>

/** Loads playlists, keys and segments under the newest grant, and forbidden ones again under a renewed one, hidden from hls.js. */
export function grantLoader(Base: LoaderClass, grants: Grants): LoaderClass {
  return class GrantLoader implements Loader<LoaderContext> {
    context: LoaderContext | null = null
    stats: Loader<LoaderContext>['stats']
    private readonly settings: HlsConfig
    private inner: Loader<LoaderContext>
    private over = false

    constructor(settings: HlsConfig) {
      this.settings = settings
      this.inner = new Base(settings)
      this.stats = this.inner.stats
    }

    load(context: LoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>): void {
      this.context = context
      const url = grants.under(context.url)
      const back = {
        onSuccess: (...[answer, stats, , details]: Parameters<typeof callbacks.onSuccess>) => {
          grants.served(url)
          callbacks.onSuccess(answer, stats, context, details)
        },
        onTimeout: (...[stats, , details]: Parameters<typeof callbacks.onTimeout>) =>
          callbacks.onTimeout(stats, context, details),
        onError: async (...[error, , details, stats]: Parameters<typeof callbacks.onError>) => {
          const renewed = error.code === 403 && (await grants.renew(url))
          if (this.over) return
          if (renewed) this.again(() => this.load(context, config, callbacks))
          else callbacks.onError(error, context, details, stats)
        },
      }
      const { onAbort, onProgress } = callbacks
      this.inner.load({ ...context, url }, config, {
        ...back,
        ...(onAbort && { onAbort: (stats, _, details) => onAbort(stats, context, details) }),
        ...(onProgress && { onProgress: (...[stats, , data, details]) => onProgress(stats, context, data, details) }),
      })
    }

    /** A loader loads once. The new one keeps the same stats, to which hls.js holds a reference. */
    private again(load: () => void): void {
      this.inner = new Base(this.settings)
      Object.assign(this.stats.loading, { start: 0, first: 0, end: 0 })
      Object.assign(this.stats, { aborted: false, loaded: 0, total: 0 })
      this.inner.stats = this.stats
      load()
    }

    abort(): void {
      this.over = true
      this.inner.abort()
    }

    destroy(): void {
      this.over = true
      this.context = null
      this.inner.destroy()
    }

    getCacheAge(): number | null {
      return this.inner.getCacheAge?.() ?? null
    }

    getResponseHeader(name: string): string | null {
      return this.inner.getResponseHeader?.(name) ?? null
    }
  }
}

export function playlistLoader(Base: LoaderClass, change: (playlist: string) => string): LoaderClass {
  return class extends Base {
    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const onSuccess: typeof callbacks.onSuccess = (answer, ...rest) => {
        const { data } = answer
        callbacks.onSuccess(typeof data === 'string' ? { ...answer, data: change(data) } : answer, ...rest)
      }
      super.load(context, config, { ...callbacks, onSuccess })
    }
  }
}
