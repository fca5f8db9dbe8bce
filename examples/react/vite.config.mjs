// "npm run dev" serves the page; what it asks for begins at "npm start", which also serves the built page.
const server = 'http://127.0.0.1:3000';
export default { server: { proxy: { '/api': server, '/drive': server } } };
