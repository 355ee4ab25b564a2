import { isStale, WORKER_URL } from '#contract/service-worker.ts'

/** At each page load, because an open page may store files again until it is closed. */
export async function removeWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.filter(isOurs).map((registration) => registration.unregister()))
  const names = await caches.keys()
  await Promise.all(names.filter((name) => isStale(name, undefined)).map((name) => caches.delete(name)))
}

const isOurs = ({ installing, waiting, active }: ServiceWorkerRegistration): boolean =>
  [installing, waiting, active].some((worker) => worker && new URL(worker.scriptURL).pathname === WORKER_URL)
