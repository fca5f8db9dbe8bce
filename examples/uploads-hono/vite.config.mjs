// "npm run dev" serves the page; its uploads begin at "npm start", which also serves the built page.
export default { server: { proxy: { '/api': 'http://127.0.0.1:3000' } } };
