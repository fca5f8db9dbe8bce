export { createWebApp } from './create-web-app.tsx';
