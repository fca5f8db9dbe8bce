export { WebApp } from './web-app.tsx';
