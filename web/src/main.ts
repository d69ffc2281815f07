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
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined))
}
