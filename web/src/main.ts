import '@/styles/fonts.css'
import '@/styles/tokens.css'
import '@/styles/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { startAppearance } from '@/device/appearance.svelte'
import { BASE } from '@/server/base'
import './offline/install.svelte'

// The address changes, while what the page is made of stays where it is.
for (const link of document.head.querySelectorAll('link')) link.setAttribute('href', link.href)
startAppearance()
const target = document.getElementById('app')
if (target) mount(App, { target })

if (import.meta.env.PROD && 'serviceWorker' in navigator && isSecureContext) {
  addEventListener('load', () => {
    void navigator.serviceWorker
      .register(`${BASE}/sw.js`)
      .then(async (registration) => {
        const [{ watch }, { keepAtHand }] = await Promise.all([
          import('./offline/update.svelte'),
          import('./offline/ready'),
        ])
        watch(registration)
        keepAtHand()
      })
      .catch(() => undefined)
  })
}
