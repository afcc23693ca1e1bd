import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { begin } from './say.svelte';

await begin();
mount(App, { target: document.getElementById('app')! });
if (import.meta.env.PROD && isSecureContext) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined); // it plays without, too
