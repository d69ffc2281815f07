import '@/styles/fonts.css'
import '@/styles/tokens.css'
import '@/styles/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { startAppearance } from './client/appearance.svelte'

startAppearance()
const target = document.getElementById('app')
if (target) mount(App, { target })

if (import.meta.env.PROD && 'serviceWorker' in navigator && isSecureContext) {
  addEventListener('load', () => {
    void navigator.serviceWorker
      .register('/sw.js')
      .then(async (registration) => {
        const [{ watch }, { keepAtHand }] = await Promise.all([import('./offline/update.svelte'), import('./offline/ready')])
        watch(registration)
        keepAtHand()
      })
      .catch(() => undefined)
  })
}
