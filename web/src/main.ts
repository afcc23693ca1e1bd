import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadTexts } from './i18n/i18n.svelte';

await loadTexts();
mount(App, { target: document.getElementById('app')! });
if (import.meta.env.PROD && isSecureContext) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined); // the page works without it
