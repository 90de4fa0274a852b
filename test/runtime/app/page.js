document.querySelector('#state').textContent = `7 is ${window.bridge.add(3, 4)}`;
